package dev.hansom.lab.run;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.datatype.jdk8.Jdk8Module;
import com.fasterxml.jackson.datatype.jsr310.JavaTimeModule;

/** How the files of a run directory are written as JSON: times as ISO-8601, empty optionals as null, keys sorted in maps. */
public final class RunJson {

    /** One object a file, indented for readers. */
    public static final ObjectMapper PRETTY = mapper(true);

    /** One object a line. */
    public static final ObjectMapper LINE = mapper(false);

    private RunJson() {}

    private static ObjectMapper mapper(boolean indented) {
        return JsonMapper.builder()
                .addModule(new Jdk8Module())
                .addModule(new JavaTimeModule())
                .disable(SerializationFeature.WRITE_DATES_AS_TIMESTAMPS)
                .enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
                .enable(SerializationFeature.ORDER_MAP_ENTRIES_BY_KEYS)
                .configure(SerializationFeature.INDENT_OUTPUT, indented)
                .build();
    }
}
