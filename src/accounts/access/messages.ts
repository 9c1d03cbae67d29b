import { defineMessages } from '../../platform/messages/message'

export const accessMessages = defineMessages('access', {
  group_not_found: 'Access group not found',
  mapping_not_found: 'Mapping not found',
  grant_not_found: 'This sharing tag is neither allowed nor denied for this user or group',
  member_not_found: 'This user is not in the group',
  series_not_found: 'Series not found',
  tag_not_found: 'Sharing tag not found',
  group_name_taken: 'An access group with this name already exists',
  mapping_taken: 'This name is already mapped to the group',
  name_blank: 'must not be blank',
  tags_overlap: 'must not contain a tag that is also denied',
  too_many_groups: 'There are already {max} access groups. Delete one first.',
  too_many_mappings: 'A group can have at most {max} mappings. Remove one first.',
  admin_unrestricted: "Administrators see everything and can't be restricted",
  preview_needs_admin: 'Only administrators can preview restrictions of users, groups and tags',
  whitelist_in_use:
    '{name} sees only series with this tag, so deleting it would make everything visible to {name}. Change that restriction first.',
  view_as_reads_only: 'Viewing as someone else is read-only. Stop viewing as them to make changes.',
  view_as_shows_nothing_personal: 'Personal data is not available while viewing as someone else',
  view_as_admins_only: 'Only administrators can view the library as someone else',
})
