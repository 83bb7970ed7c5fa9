package dev.espalier.console;

import static org.assertj.core.api.Assertions.assertThat;

import java.awt.image.BufferedImage;
import java.awt.image.IndexColorModel;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import javax.imageio.ImageIO;

/**
 * The pictures of the guide. A build changes none; {@code -Despalier.pictures=true} writes them anew. Their colours are reduced to 256, which makes the files half as
 * large.
 */
final class GuidePictures {

    private static final boolean IS_WANTED = Boolean.getBoolean("espalier.pictures");
    private static final Set<String> WANTED =
            Set.of("model", "query", "columns", "plan", "graph", "object", "edit", "changes", "conflict");
    private static final Path FOLDER = Path.of("..", "docs", "guide", "pictures");
    private static final int LARGEST = 100_000;

    private GuidePictures() {}

    static void add(String name, byte[] png) throws IOException {
        if (IS_WANTED && WANTED.contains(name)) {
            byte[] small = withFewColours(png);
            assertThat(small.length).as(name).isLessThan(LARGEST);
            Files.createDirectories(FOLDER);
            Files.write(FOLDER.resolve("console-" + name + ".png"), small);
        }
    }

    private static byte[] withFewColours(byte[] png) throws IOException {
        BufferedImage image = ImageIO.read(new ByteArrayInputStream(png));
        Map<Integer, Integer> uses = new HashMap<>();
        for (int y = 0; y < image.getHeight(); y++) {
            for (int x = 0; x < image.getWidth(); x++) {
                uses.merge(image.getRGB(x, y) & 0xffffff, 1, Integer::sum);
            }
        }
        List<Integer> palette = uses.entrySet().stream()
                .sorted(Map.Entry.<Integer, Integer>comparingByValue().reversed())
                .limit(256)
                .map(Map.Entry::getKey)
                .toList();
        IndexColorModel colours = new IndexColorModel(
                8,
                palette.size(),
                palette.stream().mapToInt(Integer::intValue).toArray(),
                0,
                false,
                -1,
                java.awt.image.DataBuffer.TYPE_BYTE);
        BufferedImage reduced =
                new BufferedImage(image.getWidth(), image.getHeight(), BufferedImage.TYPE_BYTE_INDEXED, colours);
        Map<Integer, Integer> nearest = new HashMap<>();
        for (int y = 0; y < image.getHeight(); y++) {
            for (int x = 0; x < image.getWidth(); x++) {
                reduced.getRaster()
                        .setSample(
                                x,
                                y,
                                0,
                                nearest.computeIfAbsent(
                                        image.getRGB(x, y) & 0xffffff, colour -> nearest(colour, palette)));
            }
        }
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ImageIO.write(reduced, "png", out);
        return out.toByteArray();
    }

    private static int nearest(int colour, List<Integer> palette) {
        int best = 0;
        int least = Integer.MAX_VALUE;
        for (int i = 0; i < palette.size(); i++) {
            int distance = 0;
            for (int shift = 0; shift < 24; shift += 8) {
                int difference = (colour >> shift & 0xff) - (palette.get(i) >> shift & 0xff);
                distance += difference * difference;
            }
            if (distance < least) {
                least = distance;
                best = i;
            }
        }
        return best;
    }
}
