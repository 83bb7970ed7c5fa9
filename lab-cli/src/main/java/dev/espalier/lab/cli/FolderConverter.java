package dev.espalier.lab.cli;

import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads the path of a folder that is there or can be made. A file in its place is refused before anything is started. */
final class FolderConverter implements ITypeConverter<Path> {

    @Override
    public Path convert(String value) {
        Path folder;
        try {
            folder = Path.of(value);
        } catch (InvalidPathException e) {
            throw new TypeConversionException("'" + value + "' is not a path: " + e.getReason());
        }
        for (Path at = folder.toAbsolutePath(); at != null; at = at.getParent()) {
            if (Files.exists(at) && !Files.isDirectory(at)) {
                throw new TypeConversionException(
                        "'" + (at.equals(folder.toAbsolutePath()) ? folder : at) + "' is a file; expected a folder");
            }
        }
        return folder;
    }
}
