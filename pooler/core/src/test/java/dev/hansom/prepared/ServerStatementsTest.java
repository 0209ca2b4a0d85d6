package dev.hansom.prepared;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class ServerStatementsTest {

    private final StatementCatalog catalog = new StatementCatalog();
    private final ServerStatements statements = new ServerStatements(catalog, 2);

    @Test
    void theLeastRecentlyUsedMakesRoom() {
        CatalogStatement one = add("one");
        CatalogStatement two = add("two");
        statements.endBatch();
        statements.touch(one);
        statements.endBatch();
        assertThat(statements.evict()).isSameAs(two);
        assertThat(statements.evict()).isNull();
        assertThat(statements.touch(two)).isFalse();
    }

    @Test
    void whatTheOpenBatchUsesStays() {
        CatalogStatement one = add("one");
        add("two");
        assertThat(statements.evict()).isNull();
        statements.endBatch();
        assertThat(statements.evict()).isSameAs(one);
    }

    @Test
    void aStatementIsThereOnceHoweverOftenItIsAdded() {
        CatalogStatement one = add("one");
        statements.add(one);
        CatalogStatement two = add("two");
        assertThat(statements.size()).isEqualTo(2);
        statements.remove(one);
        statements.remove(one);
        statements.endBatch();
        assertThat(statements.evict()).isNull();
        add("three");
        statements.endBatch();
        assertThat(statements.evict()).isSameAs(two);
        assertThat(statements.evict()).isNull();
    }

    @Test
    void aStatementInDoubtIsClosedBeforeItIsPreparedAgain() {
        CatalogStatement one = add("one");
        statements.doubt(one);
        assertThat(statements.touch(one)).isFalse();
        assertThat(statements.isDoubtful(one)).isTrue();
        assertThat(statements.isDoubtful(one)).as("closed now").isFalse();
        CatalogStatement two = add("two");
        statements.doubt(two);
        statements.doubt(two);
        statements.clear();
        assertThat(statements.isDoubtful(two)).isFalse();
        assertThat(catalog.size()).isZero();
    }

    @Test
    void whatIsPreparedBehindACommandThatDropsAllIsKept() {
        CatalogStatement before = add("before");
        statements.doubt();
        CatalogStatement behind = add("behind");
        statements.dropped();
        assertThat(statements.touch(before)).isFalse();
        assertThat(statements.isDoubtful(before)).isFalse();
        assertThat(statements.touch(behind)).isTrue();
        statements.dropped();
        assertThat(statements.touch(behind)).as("dropped out of sight").isFalse();
        assertThat(catalog.size()).isZero();
    }

    @Test
    void clearLetsTheCatalogGo() {
        add("one");
        add("two");
        statements.clear();
        assertThat(statements.size()).isZero();
        assertThat(catalog.size()).isZero();
        assertThat(statements.evict()).isNull();
    }

    /** A statement that nobody but the server holds. */
    private CatalogStatement add(String sql) {
        ByteBuf body = Unpooled.wrappedBuffer((sql + "\0\0\0").getBytes(StandardCharsets.US_ASCII));
        CatalogStatement statement = catalog.intern(body, 0, body.readableBytes());
        statements.add(statement);
        catalog.release(statement);
        return statement;
    }
}
