package dev.hansom.server;

import dev.hansom.prepared.CatalogStatement;
import dev.hansom.prepared.StatementCatalog;
import org.jspecify.annotations.Nullable;

/** What a server connection's unnamed statement is, as far as that is known. Loop-confined. */
public final class UnnamedStatement {

    private final StatementCatalog catalog;
    private @Nullable CatalogStatement statement;
    private boolean known = true;

    UnnamedStatement(StatementCatalog catalog) {
        this.catalog = catalog;
    }

    /** True where it is known to be this one; null: to be missing. */
    public boolean is(@Nullable CatalogStatement other) {
        return known && statement == other;
    }

    /** The holder's Parse, simple Query or Close changes it to this one, or to none. */
    public void become(@Nullable CatalogStatement next) {
        CatalogStatement before = statement;
        if (next != null) {
            catalog.retain(next);
        }
        statement = next;
        known = true;
        if (before != null) {
            catalog.release(before);
        }
    }

    /** What it is cannot be told: whether the server took the last change, or which of two texts is the later. */
    public void becomeUnknown() {
        become(null);
        known = false;
    }
}
