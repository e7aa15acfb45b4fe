import { SMTPConnection } from "smtp-server/lib/smtp-connection.js";

/**
 * Greets at once. smtp-server has every client wait 100 ms, to turn away those that talk before its greeting; here all
 * mail is wanted, and soon. Requests of web pages are turned away by their first line all the same.
 */
export class PromptConnection extends SMTPConnection {
  override init(): void {
    this._setListeners(() => this.connectionReady());
  }
}
