/** A file that cannot be imported as a whole. The message is made for the operator. */
export class ImportRefused extends Error {
  override readonly name = "ImportRefused";
}
