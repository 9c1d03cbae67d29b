import { defineMessages } from '../../platform/messages/message'

export const sharingMessages = defineMessages('sharing', {
  not_found: 'Sharing tag not found',
  name_taken: 'A sharing tag with this name already exists',
  name_blank: 'must not be blank',
  too_many: 'There are already {max} sharing tags. Delete one first.',
  too_many_on_series: 'A series can have at most {max} sharing tags',
})
