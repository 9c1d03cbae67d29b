import { defineMessages } from '../messages/message'

export const secretMessages = defineMessages('secrets', {
  other_key:
    'Stored credentials can\'t be decrypted with this encryption key. Set "encryption_key" to the key that was used before, or restore the file "secret.key" in the data folder. If the key is lost, run "quire secrets reset" and enter the credentials again.',
  wrong_key:
    'This is not the key that encrypted the stored credentials. Set the key that was used before. If this is a new key, set "encryption_key_previous" to the previous key and run "quire secrets rotate". If the previous key is lost, run "quire secrets reset" and enter the credentials again.',
  key_missing:
    'The encryption key for the stored credentials is missing. Restore the file "secret.key" in the data folder from a backup, or set "encryption_key". If the key is lost, run "quire secrets reset" and enter the credentials again.',
  key_damaged:
    'The file "secret.key" in the data folder is damaged. Restore it from a backup, or set "encryption_key".',
  key_not_stored:
    'Credentials can\'t be stored because the file "secret.key" can\'t be created in the data folder ({code}). Make the folder writable, or set "encryption_key".',
  nothing_sealed: 'No credentials are stored, so there is no key to replace',
  new_key_needed:
    'Set "encryption_key" to a new key and "encryption_key_previous" to the current one, then run this command again',
  previous_key_needed:
    'The stored credentials were encrypted with a different key. Set "encryption_key_previous" to that key, then run this command again.',
  servers_running:
    'Quire is running with this database. Stop all servers first: they would keep using the previous key.',
  not_lost: 'The key is not lost. To replace it, run "quire secrets rotate".',
  damaged: 'The stored credentials are damaged. Enter them again.',
})

export const secretLogMessages = defineMessages('secrets.log', {
  key_created:
    'created encryption key {file}; keep a copy of it separate from the database backups',
})
