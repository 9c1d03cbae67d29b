import { defineMessages } from '../../platform/messages/message'

export const fileMessages = defineMessages('file', {
  not_a_file: 'This is not a file',
  too_many_pages: 'This book has more than {max} pages. Only the first {max} are shown.',
  cut_off: 'The file is truncated or damaged: an expected part is missing',
})
