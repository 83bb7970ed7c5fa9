package dev.espalier.lab.everyday;

import dev.espalier.lab.everyday.Clinic.Owner;
import dev.espalier.lab.everyday.Clinic.Pet;

/** The checksums of plain objects. */
final class ClinicSums {

    private ClinicSums() {}

    static long flat(Pet pet) {
        return Checksum.pet(pet.id, pet.name, pet.birth, pet.type.id, pet.owner.id);
    }

    static long whole(Pet pet) {
        Owner owner = pet.owner;
        return Checksum.wholePet(
                flat(pet),
                Checksum.named(pet.type.id, pet.type.name),
                flat(owner),
                Checksum.named(owner.city.id, owner.city.name));
    }

    static long flat(Owner owner) {
        return Checksum.owner(owner.id, owner.firstName, owner.lastName, owner.street, owner.city.id);
    }

    static long whole(Owner owner) {
        long sum = Checksum.wholeOwner(flat(owner), Checksum.named(owner.city.id, owner.city.name));
        for (Pet pet : owner.pets) {
            sum += Checksum.petOfOwner(flat(pet), Checksum.named(pet.type.id, pet.type.name));
        }
        return sum;
    }
}
