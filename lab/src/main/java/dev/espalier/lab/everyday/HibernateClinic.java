package dev.espalier.lab.everyday;

import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.FetchType;
import jakarta.persistence.Id;
import jakarta.persistence.JoinColumn;
import jakarta.persistence.ManyToOne;
import jakarta.persistence.OneToMany;
import jakarta.persistence.Table;
import jakarta.persistence.Version;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import org.hibernate.annotations.DynamicUpdate;

/**
 * The classes as Hibernate wants them: references are loaded when they are asked for, or fetched by a query; an update writes the changed columns. An object that was
 * only referred to knows its id alone, which its getter returns.
 */
@SuppressWarnings("NullAway.Init") // the subjects and the library set the fields
final class HibernateClinic {

    private HibernateClinic() {}

    @Entity(name = "City")
    @Table(name = "city")
    public static class City {
        @Id
        long id;

        @Version
        @Column(name = "_version")
        Integer version;

        String name;

        public long getId() {
            return id;
        }

        public String getName() {
            return name;
        }
    }

    @Entity(name = "PetType")
    @Table(name = "pet_type")
    public static class PetType {
        @Id
        long id;

        @Version
        @Column(name = "_version")
        Integer version;

        String name;

        public long getId() {
            return id;
        }

        public String getName() {
            return name;
        }
    }

    @Entity(name = "Owner")
    @Table(name = "owner")
    @DynamicUpdate
    public static class Owner {
        @Id
        long id;

        @Version
        @Column(name = "_version")
        Integer version;

        @Column(name = "first_name")
        String firstName;

        @Column(name = "last_name")
        String lastName;

        String street;

        @ManyToOne(fetch = FetchType.LAZY)
        @JoinColumn(name = "city_id")
        City city;

        @OneToMany(mappedBy = "owner")
        List<Pet> pets = new ArrayList<>();

        public long getId() {
            return id;
        }

        /** Returns the checksum, the city by its id only. */
        long flat() {
            return Checksum.owner(id, firstName, lastName, street, city.getId());
        }

        long whole() {
            long sum = Checksum.wholeOwner(flat(), Checksum.named(city.getId(), city.getName()));
            for (Pet pet : pets) {
                sum += Checksum.petOfOwner(pet.flat(), Checksum.named(pet.type.getId(), pet.type.getName()));
            }
            return sum;
        }

        public City getCity() {
            return city;
        }
    }

    @Entity(name = "Pet")
    @Table(name = "pet")
    @DynamicUpdate
    public static class Pet {
        @Id
        long id;

        @Version
        @Column(name = "_version")
        Integer version;

        String name;
        LocalDate birth;

        @ManyToOne(fetch = FetchType.LAZY)
        @JoinColumn(name = "type_id")
        PetType type;

        @ManyToOne(fetch = FetchType.LAZY)
        @JoinColumn(name = "owner_id")
        Owner owner;

        public long getId() {
            return id;
        }

        /** Returns the checksum, type and owner by their ids only. */
        long flat() {
            return Checksum.pet(id, name, birth, type.getId(), owner.getId());
        }

        long whole() {
            City city = owner.getCity();
            return Checksum.wholePet(
                    flat(),
                    Checksum.named(type.getId(), type.getName()),
                    owner.flat(),
                    Checksum.named(city.getId(), city.getName()));
        }
    }

    @Entity(name = "Visit")
    @Table(name = "visit")
    @DynamicUpdate
    public static class Visit {
        @Id
        long id;

        @Version
        @Column(name = "_version")
        Integer version;

        @ManyToOne(fetch = FetchType.LAZY)
        @JoinColumn(name = "pet_id")
        Pet pet;

        LocalDate held;
        String note;
    }
}
