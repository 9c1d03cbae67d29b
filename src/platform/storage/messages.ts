import { defineMessages } from '../messages/message'

export const storageMessages = defineMessages('storage', {
  file_too_large: 'The file is larger than {max} GB, which is more than a bucket accepts at once',
})

export const storageLogMessages = defineMessages('storage.log', {
  not_verified: 'failed to check that the bucket belongs to this database',
})
