/** Adds series to a collection, or books to a reading list. */
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { t } from '../../i18n/i18n'
import { Button } from '../controls/button'
import { Field } from '../controls/field'
import { Dialog } from '../dialogs/dialog'
import { ErrorState, Loading } from '../feedback/states'
import { CheckIcon } from '../icons'
import { useChange } from '../use-change'
import { useDebounced } from '../use-debounced'
import {
  addToList,
  formatEntryCount,
  createList,
  type ItemList,
  type ListKind,
  listsPath,
  listsQuery,
  membershipQuery,
} from './list-requests'
import styles from './lists.module.css'

interface AddProps {
  kind: ListKind
  ids: readonly string[]
  onClose: () => void
}

/** Maximum per request. */
const maxAtOnce = 500

async function addAll(kind: ListKind, list: ItemList, ids: readonly string[]) {
  for (let start = 0; start < ids.length; start += maxAtOnce) {
    await addToList(kind, list.id, ids.slice(start, start + maxAtOnce))
  }
  return list
}

function useAdd({ kind, ids, onClose }: AddProps) {
  return useChange({
    act: async (target: ItemList | string) =>
      addAll(
        kind,
        typeof target === 'string' ? await createList(kind, { name: target }) : target,
        ids,
      ),
    done: ({ name }) => t('Added to {name}', { name }),
    stale: [listsPath(kind), membershipQuery(kind, '').queryKey[0]],
    onDone: onClose,
    once: true,
  })
}

export function AddToListDialog(props: AddProps) {
  const { kind, onClose } = props
  const [typed, setTyped] = useState('')
  const search = useDebounced(typed.trim(), 200)
  const add = useAdd(props)
  const create = (event: FormEvent) => {
    event.preventDefault()
    if (typed.trim() !== '') add.mutate(typed.trim())
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={kind === 'collection' ? t('Add to collection') : t('Add to reading list')}
    >
      <form className={styles.create} onSubmit={create}>
        <Field
          label={t('List name')}
          name="list"
          autoFocus
          maxLength={200}
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
        />
        <Button variant="primary" type="submit" busy={add.isPending} disabled={!typed.trim()}>
          {t('Create')}
        </Button>
      </form>
      <Choices {...props} search={search} onChoose={add.mutate} />
    </Dialog>
  )
}

interface ChoicesProps extends AddProps {
  search: string
  onChoose: (list: ItemList) => void
}

function Choices({ kind, ids, search, onChoose }: ChoicesProps) {
  const filter = { pageSize: 100, editable: 'true', ...(search && { search }) } as const
  const { data, error, refetch } = useQuery(listsQuery(kind, filter))
  const holding = useQuery({
    ...membershipQuery(kind, ids[0] ?? ''),
    enabled: ids.length === 1,
  }).data
  const isIn = new Set(holding?.data.map(({ id }) => id))
  if (error && !data) return <ErrorState error={error} retry={refetch} />
  if (!data) return <Loading />
  if (data.data.length === 0 && search === '') {
    return <p>{t('You don’t have any lists yet. Enter a name to create one.')}</p>
  }
  return (
    <ul role="list" className={styles.choices} aria-label={t('Your lists')}>
      {data.data.map((list: ItemList) => (
        <li key={list.id}>
          <button
            type="button"
            className={styles.choice}
            disabled={isIn.has(list.id)}
            onClick={() => onChoose(list)}
          >
            <span>
              {list.name} <small>{formatEntryCount(list)}</small>
            </span>
            {isIn.has(list.id) && (
              <>
                <CheckIcon size={18} />
                <small>{t('Already in this list')}</small>
              </>
            )}
          </button>
        </li>
      ))}
    </ul>
  )
}
