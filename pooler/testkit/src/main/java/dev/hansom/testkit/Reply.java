package dev.hansom.testkit;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What came back from a server up to and including ReadyForQuery, in order. */
public record Reply(List<WireMessage> messages) {

    public Reply {
        messages = List.copyOf(messages);
    }

    /** The type bytes in a row, for example {@code 12DCZ}. */
    public String types() {
        StringBuilder types = new StringBuilder();
        messages.forEach(message -> types.append(message.type()));
        return types.toString();
    }

    public List<WireMessage> all(char type) {
        return messages.stream().filter(message -> message.type() == type).toList();
    }

    /** I, T or E. */
    public char readyStatus() {
        return ready().status();
    }

    public ReadyForQuery ready() {
        return ReadyForQuery.read(messages.get(messages.size() - 1));
    }

    /** The values of all DataRows as text; null for NULL. */
    public List<List<@Nullable String>> rows() {
        List<List<@Nullable String>> rows = new ArrayList<>();
        for (WireMessage message : all('D')) {
            WireReader in = message.reader();
            int columns = in.int16();
            List<@Nullable String> row = new ArrayList<>(columns);
            for (int i = 0; i < columns; i++) {
                int length = in.int32();
                row.add(length < 0 ? null : in.string(length));
            }
            rows.add(row);
        }
        return rows;
    }

    /** The only value of the only row. */
    public @Nullable String value() {
        List<List<@Nullable String>> rows = rows();
        if (rows.size() != 1 || rows.get(0).size() != 1) {
            throw new AssertionError("One row of one column is wanted, this came: " + messages);
        }
        return rows.get(0).get(0);
    }

    /** The names of the last RowDescription's columns. */
    public List<String> columns() {
        List<String> names = new ArrayList<>();
        List<WireMessage> descriptions = all('T');
        if (!descriptions.isEmpty()) {
            WireReader in = descriptions.get(descriptions.size() - 1).reader();
            int columns = in.int16();
            for (int i = 0; i < columns; i++) {
                names.add(in.string());
                in.bytes(18);
            }
        }
        return names;
    }

    /** The tags of all CommandCompletes. */
    public List<String> tags() {
        return all('C').stream().map(message -> message.reader().string()).toList();
    }

    public List<ErrorFields> errors() {
        return all('E').stream().map(ErrorFields::read).toList();
    }

    /** The first error. */
    public Optional<ErrorFields> error() {
        return errors().stream().findFirst();
    }

    /** This reply, if there is no error in it. */
    public Reply orFail() {
        if (!errors().isEmpty()) {
            throw new AssertionError("The server refused: " + errors());
        }
        return this;
    }
}
