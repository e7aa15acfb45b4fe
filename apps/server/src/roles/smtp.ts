import type { Config } from "../config.ts";
import type { ReceiverOptions } from "../smtp/receiver.ts";

/** What the settings say of the mail receiver. */
export const receiverOptions = (config: Config): ReceiverOptions => ({
  host: config.SMTP_HOST,
  port: config.SMTP_PORT,
  hostname: config.MAIL_HOST,
  ...(config.SMTP_TLS_CERT && config.SMTP_TLS_KEY && { tls: { cert: config.SMTP_TLS_CERT, key: config.SMTP_TLS_KEY } }),
  takesAnyLogin: config.SMTP_AUTH_ANY,
  maxMessageBytes: config.SMTP_MAX_MESSAGE_BYTES,
  maxRecipients: config.SMTP_MAX_RECIPIENTS,
  maxConnections: config.SMTP_MAX_CONNECTIONS,
  maxConnectionsPerAddress: config.SMTP_MAX_CONNECTIONS_PER_ADDRESS,
  maxErrors: config.SMTP_MAX_ERRORS,
  maxBytesInFlight: config.SMTP_MAX_BYTES_IN_FLIGHT,
  idleMilliseconds: config.SMTP_IDLE_SECONDS * 1000,
  transactionMilliseconds: config.SMTP_TRANSACTION_SECONDS * 1000,
});
