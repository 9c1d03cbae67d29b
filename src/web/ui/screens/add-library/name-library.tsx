import { useQueryClient } from '@tanstack/react-query'
import { useMutation } from '../../api/mutation'
import { useState } from 'react'
import { readResponse, api, type Schemas } from '../../api/client'
import { formatError } from '../../api/format-error'
import { Button } from '../../components/controls/button'
import { Form, Problem, typed } from '../../components/entry/entry-page'
import { Field } from '../../components/controls/field'
import { formatFound } from '../../components/folders/folder-found'
import { useFolderFound } from '../../components/folders/folder-queries'
import { getTypeDirection, type LibraryType, typeChoices } from '../../labels/library-labels'
import { type ReadingDirection, readingDirectionChoices } from '../../labels/reading-directions'
import { Select } from '../../components/controls/select'
import { t } from '../../i18n/i18n'
import styles from './add-library.module.css'

interface NameLibraryProps {
  path: string
  onBack: () => void
  onAdded: (libraryId: string) => void
}

export function NameLibrary({ path, onBack, onAdded }: NameLibraryProps) {
  const found = useFolderFound(path)
  const [type, setType] = useState<LibraryType>()
  const shownType = type ?? guessType(path, found.data)
  const [direction, setDirection] = useState<ReadingDirection>()
  const shownDirection = direction ?? getTypeDirection(shownType)
  const adding = useAdding(onAdded)
  const add = (form: FormData) =>
    adding.mutate({
      name: typed(form, 'name').trim(),
      paths: [path],
      type: shownType,
      defaultReadingDirection: shownDirection,
      scanImmediately: true,
    })
  return (
    <Form onSubmit={add}>
      <FolderLine path={path} />
      <div className={styles.fields}>
        <NameField path={path} />
        <Select
          label={t('Content type')}
          choices={typeChoices()}
          value={shownType}
          onChange={setType}
        />
        <Select
          label={t('Reading direction')}
          choices={readingDirectionChoices()}
          value={shownDirection}
          onChange={setDirection}
        />
      </div>
      <p className={styles.lead}>
        {t('You can change all of this later, and set the reading direction per series or book')}
      </p>
      {adding.isError && <Problem>{formatError(adding.error)}</Problem>}
      <div className={styles.foot}>
        <Button variant="quiet" onClick={onBack}>
          {t('Back')}
        </Button>
        <Button variant="primary" type="submit" busy={adding.isPending}>
          {t('Add and scan')}
        </Button>
      </div>
    </Form>
  )
}

function FolderLine({ path }: { path: string }) {
  const found = useFolderFound(path)
  return (
    <p className={styles.path}>
      <code>{path}</code>
      {found.data && <strong>{formatFound(found.data)}</strong>}
    </p>
  )
}

const NameField = ({ path }: { path: string }) => (
  <Field
    label={t('Name')}
    name="name"
    defaultValue={getName(path)}
    maxLength={200}
    required
    autoFocus
  />
)

function useAdding(onAdded: NameLibraryProps['onAdded']) {
  const queries = useQueryClient()
  return useMutation({
    once: true,
    mutationFn: (body: Schemas['NewLibrary']) =>
      readResponse(api.POST('/api/v1/libraries', { body })),
    onSuccess: async ({ id }) => {
      // The next step reads the name from the cache.
      await queries.invalidateQueries({ queryKey: ['/api/v1/libraries'] })
      onAdded(id)
    },
  })
}

const getName = (path: string) => {
  const last = path.split('/').findLast(Boolean) ?? ''
  return last.charAt(0).toLocaleUpperCase() + last.slice(1)
}

function guessType(path: string, found: Schemas['FolderPreview'] | undefined): LibraryType {
  if (/webtoon|manhwa|manhua/i.test(path)) return 'webtoon'
  if (/manga/i.test(path)) return 'manga'
  if (!found || (found.comics > 0 && found.books > found.comics / 10)) return 'mixed'
  return found.books > found.comics ? 'book' : 'comic'
}
