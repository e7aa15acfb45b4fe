import { SMTPConnection } from "smtp-server/lib/smtp-connection.js";

const quotedAddress = /^([^:]*:\s*<)"((?:[ !#-[\]-~]|\\[ -~])*)"(@.*)$/s;
/** What means the same without quotes. */
const dotAtom = /^[\w!#$%&'*+/=?^`{|}~-]+(?:\.[\w!#$%&'*+/=?^`{|}~-]+)*$/;

/**
 * Greets at once. smtp-server has every client wait 100 ms, to turn away those that talk before its greeting; here all
 * mail is wanted, and soon. Requests of web pages are turned away by their first line all the same.
 */
export class PromptConnection extends SMTPConnection {
  override init(): void {
    this._setListeners(() => this.connectionReady());
  }

  /** smtp-server takes an address apart at blanks and signs that stand within quotes (RFC 5321, 4.1.2), too. */
  override _parseAddressCommand(name: string, command: Buffer | string) {
    const [, before, quoted = "", after] = quotedAddress.exec(command.toString()) ?? [];
    if (before === undefined) return super._parseAddressCommand(name, command);
    const parsed = super._parseAddressCommand(name, `${before}x${after}`);
    const said = quoted.replace(/\\(.)/g, "$1");
    return parsed && { ...parsed, address: (dotAtom.test(said) ? said : `"${quoted}"`) + parsed.address.slice(1) };
  }
}
