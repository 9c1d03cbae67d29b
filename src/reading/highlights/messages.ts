import { defineMessages } from '../../platform/messages/message'

export const highlightMessages = defineMessages('highlights', {
  not_found: 'Highlight not found',
  too_many: 'A book can have at most {max} highlights',
  no_passage: 'must contain the highlighted text',
})
