package dev.hansom.wire;

/** The int32 an Authentication message begins with (PostgreSQL's src/include/libpq/protocol.h, AUTH_REQ_*). */
public final class AuthenticationCode {

    public static final int OK = 0;
    public static final int KERBEROS_V4 = 1;
    public static final int KERBEROS_V5 = 2;
    public static final int CLEARTEXT_PASSWORD = 3;
    public static final int CRYPT_PASSWORD = 4;
    public static final int MD5_PASSWORD = 5;
    public static final int GSS = 7;
    public static final int GSS_CONTINUE = 8;
    public static final int SSPI = 9;
    public static final int SASL = 10;
    public static final int SASL_CONTINUE = 11;
    public static final int SASL_FINAL = 12;

    private AuthenticationCode() {}
}
