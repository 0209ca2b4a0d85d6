package dev.hansom.prepared;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The named statements of one client. Looking a name up allocates nothing. Each name holds its entry of the catalog.
 * Loop-confined.
 */
public final class ClientStatements {

    private final StatementCatalog catalog;
    private @Nullable ClientStatement[] table = new @Nullable ClientStatement[8];
    private int size;

    /** A client without statements. */
    public ClientStatements(StatementCatalog catalog) {
        this.catalog = catalog;
    }

    /** Names the client has. */
    public int size() {
        return size;
    }

    /** What the client has under this name, or null. */
    public @Nullable ClientStatement find(ByteBuf source, int from, int to) {
        int hash = ByteRange.hash(source, from, to);
        int mask = table.length - 1;
        int slot = hash & mask;
        for (ClientStatement entry = table[slot]; entry != null; entry = table[slot]) {
            if (entry.hash() == hash && ByteRange.equal(entry.name(), source, from, to)) {
                return entry;
            }
            slot = (slot + 1) & mask;
        }
        return null;
    }

    /** What the client has under a name of one character a byte, or null. */
    public @Nullable ClientStatement find(String name) {
        ByteBuf bytes = Unpooled.wrappedBuffer(name.getBytes(StandardCharsets.ISO_8859_1));
        return name.isEmpty() ? null : find(bytes, 0, bytes.readableBytes());
    }

    /** What the client has under the name of another, or null. */
    public @Nullable ClientStatement find(ClientStatement other) {
        ByteBuf name = Unpooled.wrappedBuffer(other.name());
        return find(name, 0, name.readableBytes());
    }

    /** All that the client has, in no order. */
    public void forEach(Consumer<ClientStatement> action) {
        for (ClientStatement entry : table) {
            if (entry != null) {
                action.accept(entry);
            }
        }
    }

    /** Gives a statement, which the caller has interned for this, a name that the client does not have yet. */
    public ClientStatement add(ByteBuf source, int from, int to, CatalogStatement statement) {
        ClientStatement added =
                new ClientStatement(ByteRange.copy(source, from, to), ByteRange.hash(source, from, to), statement);
        insert(added);
        return added;
    }

    /** Undoes {@link #remove}. */
    public void restore(ClientStatement removed) {
        catalog.retain(removed.statement());
        insert(removed);
    }

    /** Takes a name away; nothing happens where it is gone already. */
    public void remove(ClientStatement named) {
        int mask = table.length - 1;
        int hole = named.hash() & mask;
        while (table[hole] != named) {
            if (table[hole] == null) {
                return;
            }
            hole = (hole + 1) & mask;
        }
        size--;
        table[hole] = null;
        int slot = (hole + 1) & mask;
        for (ClientStatement entry = table[slot]; entry != null; entry = table[slot]) {
            int home = entry.hash() & mask;
            if (((slot - home) & mask) >= ((slot - hole) & mask)) {
                table[hole] = entry;
                table[slot] = null;
                hole = slot;
            }
            slot = (slot + 1) & mask;
        }
        catalog.release(named.statement());
    }

    /** Takes all names away. */
    public void clear() {
        for (ClientStatement entry : table) {
            if (entry != null) {
                catalog.release(entry.statement());
            }
        }
        table = new @Nullable ClientStatement[8];
        size = 0;
    }

    private void insert(ClientStatement added) {
        if ((size + 1) * 2 > table.length) {
            @Nullable ClientStatement[] old = table;
            table = new @Nullable ClientStatement[old.length * 2];
            for (ClientStatement entry : old) {
                if (entry != null) {
                    place(entry);
                }
            }
        }
        place(added);
        size++;
    }

    private void place(ClientStatement entry) {
        int mask = table.length - 1;
        int slot = entry.hash() & mask;
        while (table[slot] != null) {
            slot = (slot + 1) & mask;
        }
        table[slot] = entry;
    }
}
