import { defineMessages } from '../messages/message'

export const secretMessages = defineMessages('secrets', {
  other_key:
    'Stored credentials cannot be opened with this encryption key. Set "encryption_key", or restore the file "secret.key" in the data folder, to the key that was used before.',
  key_missing:
    'The encryption key of the stored credentials is missing. Restore the file "secret.key" in the data folder from a copy, or set "encryption_key".',
  key_damaged:
    'The file "secret.key" in the data folder is damaged. Restore it from a copy, or set "encryption_key".',
  key_not_stored:
    'Credentials cannot be stored, because the file "secret.key" cannot be created in the data folder ({code}). Make the folder writable, or set "encryption_key".',
  nothing_sealed: 'No credentials are stored, so there is no key to replace.',
  new_key_needed:
    'Set "encryption_key" to a new key and "encryption_key_previous" to the present one, and run this again.',
  previous_key_needed:
    'The stored credentials were sealed with another key. Set "encryption_key_previous" to it, and run this again.',
  servers_running:
    'Quire is running with this database. Stop all servers first: they would go on with the previous key.',
  damaged: 'The stored credentials are damaged. Enter them again.',
})

/** Log messages. */
export const secretLogMessages = defineMessages('secrets.log', {
  key_created: 'created encryption key {file}; keep a copy of it apart from the database backups',
})
