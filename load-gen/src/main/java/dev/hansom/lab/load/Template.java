package dev.hansom.lab.load;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.netty.buffer.ByteBuf;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A text in which each {@code {a..b}} stands for a number. The number is a function of the request's index and the place
 * alone, so that every pass over the same indexes sends the same requests. Immutable.
 */
final class Template {

    private static final Pattern RANGE = Pattern.compile("\\{(\\d{1,18})\\.\\.(\\d{1,18})}");

    private final List<byte[]> texts;
    private final List<Range> ranges;
    private final long seed;

    private record Range(long from, long span) {}

    private Template(List<byte[]> texts, List<Range> ranges, long seed) {
        this.texts = texts;
        this.ranges = ranges;
        this.seed = seed;
    }

    /** @throws IllegalArgumentException where a range ends before it starts */
    static Template of(String text, long seed) {
        List<byte[]> texts = new ArrayList<>();
        List<Range> ranges = new ArrayList<>();
        Matcher matcher = RANGE.matcher(text);
        int from = 0;
        while (matcher.find()) {
            long low = Long.parseLong(matcher.group(1));
            long high = Long.parseLong(matcher.group(2));
            if (high < low) {
                throw new IllegalArgumentException("the range " + matcher.group() + " ends before it starts");
            }
            texts.add(text.substring(from, matcher.start()).getBytes(UTF_8));
            ranges.add(new Range(low, high - low + 1));
            from = matcher.end();
        }
        texts.add(text.substring(from).getBytes(UTF_8));
        return new Template(texts, ranges, seed);
    }

    /** Appends the text of request {@code index}. */
    void write(long index, ByteBuf out) {
        for (int i = 0; i < ranges.size(); i++) {
            out.writeBytes(texts.get(i));
            writeNumber(number(index, i), out);
        }
        out.writeBytes(texts.get(ranges.size()));
    }

    /** Bytes that {@link #write} appends. */
    int length(long index) {
        int length = 0;
        for (byte[] text : texts) {
            length += text.length;
        }
        for (int i = 0; i < ranges.size(); i++) {
            length += digits(number(index, i));
        }
        return length;
    }

    private long number(long index, int place) {
        Range range = ranges.get(place);
        return range.from + Math.floorMod(mix(seed + mix(index * 31 + place)), range.span);
    }

    /** The finaliser of SplitMix64 (Steele, Lea, Flood 2014). */
    private static long mix(long value) {
        long z = value + 0x9e3779b97f4a7c15L;
        z = (z ^ (z >>> 30)) * 0xbf58476d1ce4e5b9L;
        z = (z ^ (z >>> 27)) * 0x94d049bb133111ebL;
        return z ^ (z >>> 31);
    }

    static void writeNumber(long number, ByteBuf out) {
        int digits = digits(number);
        int start = out.writerIndex();
        out.writeZero(digits);
        long rest = number;
        for (int i = digits - 1; i >= 0; i--) {
            out.setByte(start + i, (int) ('0' + rest % 10));
            rest /= 10;
        }
    }

    private static int digits(long number) {
        int digits = 1;
        for (long rest = number / 10; rest > 0; rest /= 10) {
            digits++;
        }
        return digits;
    }
}
