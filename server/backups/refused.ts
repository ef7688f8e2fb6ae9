/** Why a backup can't be written, read or restored, in a sentence for the operator. */
export class BackupRefused extends Error {
  override readonly name = 'BackupRefused';
}
