import { defineMessages } from '../messages/message'

export const storageMessages = defineMessages('storage', {
  file_too_large: 'The file is larger than {max} GB, the maximum for a file in a bucket',
})

export const storageLogMessages = defineMessages('storage.log', {
  not_verified: 'failed to check that the bucket belongs to this database',
})
