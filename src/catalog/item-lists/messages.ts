import { defineMessages } from '../../platform/messages/message'

export const listMessages = defineMessages('lists', {
  name_taken: 'You already have a list with this name',
  public_name_taken: 'A list shared with everybody already has this name',
  full: 'A list can have at most {max} entries. Remove some first.',
  too_many: 'You already have {max} lists. Delete one first.',
  incomplete_order: 'must contain every entry exactly once',
  place_range: 'must be from 1 to {max}',
  not_editable: "You don't have permission to change this list",
  not_yours: 'Only the owner of this list can change its name, its cover or who can see it',
  publish_required: 'Sharing a list requires the lists:publish permission',
  unknown_user: 'is not the name of an active user',
  owner_in_people: 'must not contain the owner',
  unknown_group: 'is not the ID of an access group that you can choose',
  people_needed: 'must name at least one user or group if the list is shared with people',
  people_of_private: 'must be empty while the list is private',
  smart:
    'The contents of a smart list are determined by its condition. Change the condition, or convert the list to a manual list.',
  not_smart: 'must be omitted for a manual list. Create a smart list instead.',
  condition_too_long: 'must be at most {max} characters of JSON',
  smart_in_smart: 'must not refer to smart lists',
  too_many_smart_named: 'must not refer to more than {max} smart lists',
  too_many_smart: 'You already have {max} smart lists. Delete one first.',
  too_many_smart_shared:
    'There are already {max} shared smart lists. Make one of them private first.',
  smart_cover: 'must be omitted for a smart list. Upload an image instead.',
  not_in_list: 'is not in the list',
})
