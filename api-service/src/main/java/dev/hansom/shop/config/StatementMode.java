package dev.hansom.shop.config;

/** How a request's statements travel to the server; docs/api-service.md lists the messages of each. */
public enum StatementMode {
    /** The client's cache: each statement is parsed by name once per connection, later only bound. */
    CACHED,
    /** Each request prepares its statements by name and closes them at its end. */
    NAMED,
    /** The unnamed statement: parsed again for every execution, nothing to close. */
    UNNAMED,
    /** The simple protocol, with the numbers written into the text. */
    SIMPLE
}
