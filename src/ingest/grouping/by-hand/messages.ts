import { defineMessages } from '../../../platform/messages/message'

export const manualGroupingMessages = defineMessages('grouping', {
  choose_books: 'Choose books or series, and a single target',
  change_not_found: 'Change not found',
  other_library: 'All books and the target must be in the same library',
  nothing_to_move: 'All of these books are already in that series',
  already_automatic:
    'None of these books were moved manually. To remove books from a merged series, open Details on the series page and undo the merge under Grouping.',
  other_sharing_tags:
    'The series have different sharing tags. Only administrators can move books between them.',
  takes_all:
    "A new series can't contain all the books in an existing series. To rename a series, edit its title.",
  too_many_books: 'At most {max} books can be moved at once',
  already_undone: 'The change has already been undone',
  later_change: 'Undo the later change to these books first: {title}',
  nothing_to_undo:
    'There is nothing to undo: none of these books are still where the change moved them',
})
