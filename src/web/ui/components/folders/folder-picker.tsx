/** Chooses a folder on the server, in columns or as text, and previews its contents. */
import { useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { t } from '../../i18n/i18n'
import { Button } from '../controls/button'
import { Field } from '../controls/field'
import { FolderColumn } from './folder-column'
import { FolderFound } from './folder-found'
import {
  findParent,
  isAbsolutePath,
  isTop,
  listFolderAndParents,
  normalizePath,
} from './folder-paths'
import { folderQuery } from './folder-queries'
import styles from './folders.module.css'

interface FolderPickerProps {
  value: string
  onChange: (path: string) => void
  /** ID of the library being edited. Absent for a new library. */
  libraryId?: string
}

export function FolderPicker({ value, onChange, libraryId }: FolderPickerProps) {
  const [asked, setAsked] = useState(value)
  const open = (path: string) => {
    setAsked(path)
    onChange(path)
  }
  const columns = listFolderAndParents(asked).slice(-2)
  return (
    <div className={styles.picker}>
      <TypedPath path={asked} onOpen={open} />
      <div className={styles.columns}>
        {columns.map((path, position) => (
          <FolderColumn
            key={path}
            path={path}
            chosen={asked}
            onOpen={open}
            isLast={position === columns.length - 1}
          />
        ))}
        <section
          className={styles.found}
          tabIndex={0}
          aria-label={t('Contents')}
          aria-live="polite"
        >
          <FolderFound path={asked} {...(libraryId && { libraryId })} />
        </section>
      </div>
    </div>
  )
}

function TypedPath({ path, onOpen }: { path: string; onOpen: (path: string) => void }) {
  const [given, setGiven] = useState({ for: path, typed: path })
  // A different folder was opened. The field is updated rather than remounted, so that it keeps the
  // focus.
  if (given.for !== path) setGiven({ for: path, typed: path })
  const folder = useQuery({ ...folderQuery(path), retry: false })
  const problem = folder.isError
    ? t('Can’t open that folder. Check the path and the folder’s permissions.')
    : undefined
  return (
    <form
      className={styles.typed}
      onSubmit={(event) => {
        event.preventDefault()
        event.stopPropagation()
        const wanted = given.typed.trim()
        if (isAbsolutePath(wanted)) onOpen(normalizePath(wanted))
      }}
    >
      <Field
        label={t('Folder')}
        name="folder"
        value={given.typed}
        onChange={({ target }) => setGiven({ for: path, typed: target.value })}
        dir="ltr"
        spellCheck={false}
        autoCapitalize="none"
        maxLength={4096}
        problem={problem}
      />
      <Button type="submit">{t('Open')}</Button>
      <Button disabled={isTop(path)} onClick={() => onOpen(findParent(path))}>
        {t('Up')}
      </Button>
    </form>
  )
}
