package io.github.rowmill.docs;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.xpath.XPath;
import javax.xml.xpath.XPathConstants;
import javax.xml.xpath.XPathExpressionException;
import javax.xml.xpath.XPathFactory;
import org.w3c.dom.Document;
import org.w3c.dom.NodeList;

/** Maven Central's rules for the POM of a release. */
final class CentralRules {

    /** Elements that must exist and must not be empty. */
    private static final List<String> REQUIRED = List.of(
            "/project/modelVersion",
            "/project/groupId",
            "/project/artifactId",
            "/project/version",
            "/project/name",
            "/project/description",
            "/project/url",
            "/project/licenses/license/name",
            "/project/licenses/license/url",
            "/project/developers/developer/name",
            "/project/scm/connection",
            "/project/scm/developerConnection",
            "/project/scm/url");

    /** Dependencies and repositories that are not in Maven Central. */
    private static final List<String> FORBIDDEN = List.of(
            "//version[contains(., '-SNAPSHOT')]",
            "/project/properties/*[contains(., '-SNAPSHOT')]",
            "//dependency[scope = 'system']",
            "//repositories",
            "//pluginRepositories");

    private static final XPath XPATH = XPathFactory.newInstance().newXPath();

    private CentralRules() {}

    /** Returns the rules that a POM breaks: the path of a missing element, or the text of a forbidden one. */
    static List<String> broken(String pom) throws Exception {
        Document document = DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(new ByteArrayInputStream(pom.getBytes(StandardCharsets.UTF_8)));
        List<String> broken = new ArrayList<>();
        for (String path : REQUIRED) {
            if (texts(document, path).allMatch(String::isBlank)) {
                broken.add(path);
            }
        }
        for (String path : FORBIDDEN) {
            texts(document, path).map(text -> path + ": " + text.strip()).forEach(broken::add);
        }
        return broken;
    }

    private static Stream<String> texts(Document document, String path) throws XPathExpressionException {
        NodeList found = (NodeList) XPATH.evaluate(path, document, XPathConstants.NODESET);
        return IntStream.range(0, found.getLength()).mapToObj(i -> found.item(i).getTextContent());
    }
}
