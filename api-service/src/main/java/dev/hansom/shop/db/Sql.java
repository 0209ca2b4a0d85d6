package dev.hansom.shop.db;

import io.vertx.sqlclient.Tuple;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * One statement of the shop, its parameters written {@code $1}, {@code $2}. Immutable.
 *
 * <p>Where it is sent by the simple protocol the parameters become part of the text. Only whole numbers and arrays of them
 * can: they have no quotes, so nothing a caller passes can end a literal early.
 */
public final class Sql {

    private static final Pattern PARAMETER = Pattern.compile("\\$(\\d+)");

    private final String text;
    private final List<String> between = new ArrayList<>();
    private final List<Integer> positions = new ArrayList<>();

    public Sql(String text) {
        this.text = text.strip().replaceAll("\\s+", " ");
        Matcher matcher = PARAMETER.matcher(this.text);
        int end = 0;
        while (matcher.find()) {
            between.add(this.text.substring(end, matcher.start()));
            positions.add(Integer.parseInt(matcher.group(1)) - 1);
            end = matcher.end();
        }
        between.add(this.text.substring(end));
    }

    String text() {
        return text;
    }

    /** The text with its parameters filled in. */
    String literal(Tuple parameters) {
        StringBuilder out = new StringBuilder(text.length() + 16 * parameters.size());
        for (int i = 0; i < positions.size(); i++) {
            out.append(between.get(i));
            append(out, parameters.getValue(positions.get(i)));
        }
        return out.append(between.get(positions.size())).toString();
    }

    private static void append(StringBuilder out, Object value) {
        if (value instanceof Long || value instanceof Integer) {
            appendNumber(out, ((Number) value).longValue());
        } else if (value instanceof Number[] numbers) {
            out.append("'{");
            for (int i = 0; i < numbers.length; i++) {
                out.append(i == 0 ? "" : ",").append(numbers[i].longValue());
            }
            out.append("}'");
        } else {
            throw new IllegalArgumentException("only whole numbers go into the text of a statement, not " + value);
        }
    }

    /** In brackets where negative: {@code 1 -$1} must not turn into the comment {@code 1 --5}. */
    private static void appendNumber(StringBuilder out, long number) {
        if (number < 0) {
            out.append('(').append(number).append(')');
        } else {
            out.append(number);
        }
    }
}
