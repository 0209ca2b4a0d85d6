package dev.hansom.shop.problem;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParseException;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.exc.MismatchedInputException;
import com.fasterxml.jackson.databind.exc.UnrecognizedPropertyException;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;

/** Says what is wrong with a body in the sender's terms: Jackson's own messages name classes of this program. */
final class JsonReason {

    private JsonReason() {}

    static String of(JacksonException e) {
        if (e instanceof UnrecognizedPropertyException unknown) {
            Collection<Object> known = Objects.requireNonNullElse(unknown.getKnownPropertyIds(), List.of());
            return "the field " + path(unknown) + " is unknown here; known are "
                    + known.stream().map(String::valueOf).sorted().collect(Collectors.joining(", "));
        }
        if (e instanceof MismatchedInputException mismatch
                && !mismatch.getPath().isEmpty()) {
            return "the field " + path(mismatch) + " must be " + expected(mismatch.getTargetType());
        }
        if (e instanceof MismatchedInputException mismatch) {
            return "the body must be " + expected(mismatch.getTargetType());
        }
        if (e instanceof JsonMappingException mapping
                && !mapping.getPath().isEmpty()
                && !(e.getCause() instanceof JsonParseException)) {
            return "the field " + path(mapping) + " cannot be read: its value is malformed or out of range";
        }
        String known = String.valueOf(e.getOriginalMessage());
        if (known.startsWith("Duplicate field")) {
            return "the body has the field "
                    + known.substring("Duplicate field".length()).strip() + " twice";
        }
        return "the body is not valid JSON" + at(e.getLocation());
    }

    private static String path(JsonMappingException e) {
        StringBuilder path = new StringBuilder();
        for (JsonMappingException.Reference step : e.getPath()) {
            if (step.getFieldName() == null) {
                path.append('[').append(step.getIndex()).append(']');
            } else {
                path.append(path.isEmpty() ? "" : ".").append(step.getFieldName());
            }
        }
        return path.toString();
    }

    private static String expected(Class<?> type) {
        if (type == Integer.class || type == Long.class || type == int.class || type == long.class) {
            return "a whole number";
        }
        return Collection.class.isAssignableFrom(type) ? "an array" : "an object";
    }

    private static String at(JsonLocation location) {
        return location == null ? "" : " (line " + location.getLineNr() + ", column " + location.getColumnNr() + ")";
    }
}
