import { defineMessages } from '../../platform/messages/message'

export const bookMessages = defineMessages('books', {
  not_found: 'Book not found',
  no_such_day: 'month {month} has no day {day}',
  isbns: 'must be ISBNs separated by commas',
  file_missing: 'The file of this book is missing from its library folder',
  disk_asleep:
    'The disk of this library is not responding. Check the disk or network share and try again.',
  file_behind_link:
    'This book is behind a symbolic link that leads out of its library folder, and Quire does not follow such links. Add the target of the link as a folder of the library.',
  file_unreadable: "The server can't read the file of this book right now",
  too_many_downloads: 'Too many ZIP downloads are in progress. Try again later.',
})
