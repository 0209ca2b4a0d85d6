package dev.hansom.lab.cli;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Properties;
import picocli.CommandLine.IVersionProvider;

/** The version that Maven has put into the jar. */
final class Version implements IVersionProvider {

    private static final String PROPERTIES = "/META-INF/maven/dev.hansom/hansom-load-gen/pom.properties";

    @Override
    public String[] getVersion() {
        return new String[] {"hansom lab " + text()};
    }

    /** For instance {@code 0.1.0}; {@code development} where the classes are not in a jar. */
    static String text() {
        try (InputStream in = Version.class.getResourceAsStream(PROPERTIES)) {
            if (in == null) {
                return "development";
            }
            Properties properties = new Properties();
            properties.load(in);
            return properties.getProperty("version", "development");
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + PROPERTIES, e);
        }
    }
}
