import { defineMessages } from '../../platform/messages/message'

export const labelMessages = defineMessages('labels', {
  not_found: 'Label not found',
  genre_not_found: 'Genre not found',
  tag_not_found: 'Tag not found',
  too_many: 'A series can have at most {max} genres and {max} tags',
  blank_name: 'Names must not be empty',
})
