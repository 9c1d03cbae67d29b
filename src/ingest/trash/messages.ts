import { defineMessages } from '../../platform/messages/message'

export const trashMessages = defineMessages('trash', {
  book_not_found: 'Book not found in the trash',
  purge_not_found: 'Deletion not found',
  wrong_name: 'must be {name} to confirm',
  nothing_to_purge: 'There is nothing to delete in the trash',
  purge_running: 'Items in this library are already being permanently deleted',
  failed:
    'The deletion failed. The remaining items are still in the trash. Try again, or see the log.',
  backup_failed: "Nothing was deleted because the database couldn't be backed up first. {detail}",
  file_missing: "This book's file is missing. The book returns when its file is found.",
  continued:
    'The file of this book is missing. All reading data and edits have been transferred to its copy {title} in the series {series}. When the file is found, this becomes a separate book again. In the trash, you can separate it from the copy.',
  series_continued:
    'The files of all trashed books in this series are missing. All reading data and edits have been transferred to copies in the series {series}. The books return as separate books when their files are found, and can be separated from their copies in the trash.',
  not_continued:
    'The reading data of this book has not been transferred to a copy that you can see',
  nothing_to_forget: 'No data is kept for permanently deleted books',
  forget_changed: 'The number of entries has changed to {count}. Check the numbers and try again.',
  other_content: 'The two books have different content',
  nothing_to_restore: 'Nothing in this series is in the trash',
  files_missing:
    'The files of all trashed books in this series are missing. The books return when their files are found.',
})

export const trashLogMessages = defineMessages('trash.log', {
  book_trashed: 'book was moved to the trash by {user}',
  separated: 'book was separated from its copy by {user}',
  series_trashed: 'series was moved to the trash by {user}',
  book_restored: 'book was restored by {user}',
  series_restored: 'series was restored by {user}',
  purge_requested: 'permanent deletion of {name} was requested by {user}',
  forgotten: 'data of permanently deleted books was deleted by {user}',
  purged: 'permanently deleted {name}',
  recount_failed: 'failed to recount library after purge',
  backup_failed: 'purge canceled: database backup failed',
})
