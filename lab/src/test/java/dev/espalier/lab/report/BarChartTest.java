package dev.espalier.lab.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.espalier.lab.report.BarChart.Bar;
import dev.espalier.lab.report.BarChart.Group;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.w3c.dom.Document;
import org.w3c.dom.Element;

class BarChartTest {

    /** Where a bar of length zero ends. */
    private static final double LEFT = 190;

    private static Document drawn(Bar... bars) throws Exception {
        String svg = BarChart.svg("A < B", "\"less\" & more", List.of(new Group("both", List.of(bars))));
        return DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(new ByteArrayInputStream(svg.getBytes(StandardCharsets.UTF_8)));
    }

    private static Bar bar(double value) {
        return new Bar("one", value, value, value, "shown", 0);
    }

    private static List<Element> elements(Document svg, String name) {
        return IntStream.range(0, svg.getElementsByTagName(name).getLength())
                .mapToObj(i -> (Element) svg.getElementsByTagName(name).item(i))
                .toList();
    }

    private static double number(Element element, String attribute) {
        return Double.parseDouble(element.getAttribute(attribute));
    }

    /** Without the frame, which is the first. */
    private static List<Element> bars(Document svg) {
        return elements(svg, "rect").subList(1, elements(svg, "rect").size());
    }

    private static List<String> scale(Document svg) {
        return elements(svg, "text").stream()
                .filter(text -> text.getAttribute("text-anchor").equals("middle"))
                .map(Element::getTextContent)
                .toList();
    }

    @Test
    void lengthsAreInTheRatioOfTheValues() throws Exception {
        List<Element> bars = bars(drawn(bar(30), bar(10), bar(0)));

        assertThat(number(bars.get(0), "width")).isCloseTo(3 * number(bars.get(1), "width"), within(0.3));
        assertThat(number(bars.get(2), "width")).isZero();
    }

    @Test
    void rangeIsALineOverTheBar() throws Exception {
        Document svg = drawn(new Bar("one", 50, 40, 80, "50", 0), bar(80));

        Element range = elements(svg, "line").stream()
                .filter(line -> line.getAttribute("class").equals("r"))
                .reduce((a, b) -> {
                    throw new AssertionError("found two ranges, expected one");
                })
                .orElseThrow();
        double longest = number(bars(svg).get(1), "width");
        assertThat(number(range, "x1") - LEFT).isCloseTo(longest / 2, within(0.2));
        assertThat(number(range, "x2") - LEFT).isCloseTo(longest, within(0.2));
    }

    @Test
    void textsAreAsGivenWhateverTheirCharacters() throws Exception {
        Document svg = drawn(new Bar("<a&b>", 1, 1, 1, "1 < 2", 0));

        assertThat(elements(svg, "text"))
                .extracting(Element::getTextContent)
                .contains("A < B", "\"less\" & more", "both", "<a&b>", "1 < 2");
        assertThat(svg.getDocumentElement().getAttribute("aria-label")).isEqualTo("A < B. \"less\" & more");
    }

    @Test
    void longLabelIsShownByItsEnd() throws Exception {
        String label = "jdbc:mariadb://db.example:3306/one";

        assertThat(elements(drawn(new Bar(label, 1, 1, 1, "1", 0)), "text"))
                .extracting(Element::getTextContent)
                .contains("…b://db.example:3306/one")
                .doesNotContain(label);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            0       | 0, 1
            1       | 0, 0.2, 0.4, 0.6, 0.8, 1
            0.00073 | 0, 0.0002, 0.0004, 0.0006, 0.0008
            7       | 0, 2, 4, 6, 8
            31000   | 0, 10,000, 20,000, 30,000, 40,000
            5e9     | 0, 1,000,000,000, 2,000,000,000, 3,000,000,000, 4,000,000,000, 5,000,000,000
            """)
    void scaleHasRoundNumbersAndReachesTheLongestBar(double value, String numbers) throws Exception {
        assertThat(String.join(", ", scale(drawn(bar(value))))).isEqualTo(numbers);
    }

    @Test
    void barsOfManyGroupsDoNotOverlap() throws Exception {
        List<Group> groups = new ArrayList<>();
        for (int i = 0; i < 12; i++) {
            groups.add(new Group("group " + i, List.of(bar(i), bar(i + 1), bar(i + 2))));
        }
        String text = BarChart.svg("title", "explained", groups);
        Document svg = DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)));

        List<Element> bars = bars(svg);
        for (int i = 1; i < bars.size(); i++) {
            Element above = bars.get(i - 1);
            assertThat(number(bars.get(i), "y")).isGreaterThan(number(above, "y") + number(above, "height"));
        }
        Element last = bars.get(bars.size() - 1);
        assertThat(number(last, "y") + number(last, "height")).isLessThan(number(svg.getDocumentElement(), "height"));
    }
}
