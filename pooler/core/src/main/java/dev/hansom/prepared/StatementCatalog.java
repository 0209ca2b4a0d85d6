package dev.hansom.prepared;

import io.netty.buffer.ByteBuf;
import org.jspecify.annotations.Nullable;

/**
 * Every statement text that a client of one pool has a name for or a server has prepared, once each. An entry goes when
 * the last of them lets go, so the catalog is bounded by the clients' names and the servers' limits. Loop-confined.
 */
public final class StatementCatalog {

    private @Nullable CatalogStatement[] table = new @Nullable CatalogStatement[64];
    private int size;
    private long lastNumber;

    /** Statements in the catalog. */
    public int size() {
        return size;
    }

    /** The entry for a Parse's text and types, or null; its use is not counted. */
    public @Nullable CatalogStatement find(ByteBuf source, int from, int to) {
        int hash = ByteRange.hash(source, from, to);
        int mask = table.length - 1;
        int slot = hash & mask;
        for (CatalogStatement entry = table[slot]; entry != null; entry = table[slot]) {
            if (entry.hash() == hash && ByteRange.equal(entry.body(), source, from, to)) {
                return entry;
            }
            slot = (slot + 1) & mask;
        }
        return null;
    }

    /** The entry for a Parse's text and types; used once more from now on. */
    public CatalogStatement intern(ByteBuf source, int from, int to) {
        CatalogStatement known = find(source, from, to);
        if (known != null) {
            known.uses++;
            return known;
        }
        int hash = ByteRange.hash(source, from, to);
        int slot = hash & (table.length - 1);
        while (table[slot] != null) {
            slot = (slot + 1) & (table.length - 1);
        }
        CatalogStatement added = new CatalogStatement(++lastNumber, ByteRange.copy(source, from, to), hash);
        added.uses = 1;
        table[slot] = added;
        size++;
        if (size * 2 > table.length) {
            rehash(table.length * 2);
        }
        return added;
    }

    /** One more holds the entry. */
    public void retain(CatalogStatement statement) {
        statement.uses++;
    }

    /** One less holds the entry; the last takes it out. */
    public void release(CatalogStatement statement) {
        statement.uses--;
        if (statement.uses == 0) {
            remove(statement);
        }
    }

    private void remove(CatalogStatement statement) {
        int mask = table.length - 1;
        int hole = statement.hash() & mask;
        while (table[hole] != statement) {
            hole = (hole + 1) & mask;
        }
        size--;
        table[hole] = null;
        int slot = (hole + 1) & mask;
        for (CatalogStatement entry = table[slot]; entry != null; entry = table[slot]) {
            int home = entry.hash() & mask;
            if (((slot - home) & mask) >= ((slot - hole) & mask)) {
                table[hole] = entry;
                table[slot] = null;
                hole = slot;
            }
            slot = (slot + 1) & mask;
        }
    }

    private void rehash(int capacity) {
        @Nullable CatalogStatement[] old = table;
        table = new @Nullable CatalogStatement[capacity];
        for (CatalogStatement entry : old) {
            if (entry != null) {
                int slot = entry.hash() & (capacity - 1);
                while (table[slot] != null) {
                    slot = (slot + 1) & (capacity - 1);
                }
                table[slot] = entry;
            }
        }
    }
}
