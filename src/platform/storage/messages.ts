import { defineMessages } from '../messages/message'

export const storageMessages = defineMessages('storage', {
  file_too_large: 'The file is larger than {max} GB, which is more than a bucket accepts at once',
})
