import { defineMessages } from '../../platform/messages/message'

export const bookMessages = defineMessages('books', {
  not_found: 'Book not found',
  no_such_day: 'must be part of a date that exists (day {day}, month {month})',
  not_all_books:
    'must contain every book of the series that is not in the trash, each exactly once',
  too_many_labels: 'A book can have at most {max} genres and {max} subjects',
  too_many_external: 'A book can have at most {max} external IDs and {max} links',
  isbns: 'must be ISBNs separated by commas',
  file_missing: "This book's file is missing from its library folder",
  disk_asleep:
    "This library's disk is not responding. Check the disk or network share and try again.",
  file_behind_link:
    "This book is behind a symbolic link that leads out of its library folder, and Quire does not follow such links. Add the link's target as a folder of the library.",
  file_unreadable: "The server can't read this book's file right now",
  may_bring_tags:
    "Users with hidden sharing tags can't see this series, because this file may restore the tags of a permanently deleted series. Repair or delete the file, then scan the library. Problem: {problem}",
  too_many_downloads: 'Too many ZIP downloads are in progress. Try again later.',
})
