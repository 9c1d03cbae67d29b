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
  damaged: 'The stored credentials are damaged. Enter them again.',
})

/** Log messages. */
export const secretLogMessages = defineMessages('secrets.log', {
  key_created: 'created encryption key {file}; keep a copy of it apart from the database backups',
})
