import { defineMessages } from '../../platform/messages/message'

export const pageTextMessages = defineMessages('page_text', {
  unreadable: "The file with the text of the pages can't be read",
  too_large: 'The file with the text of the pages is too large',
})
