/** A text field with name suggestions from the server. Other values are allowed. */
import { Autocomplete } from '@base-ui/react/autocomplete'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { apiQuery } from '../../../api/query'
import popup from '../../menus/popup.module.css'
import styles from '../edit.module.css'

export type NameKind = 'genres' | 'tags' | 'people' | 'users'

interface SuggestProps {
  /** Kind of names to suggest, or undefined for no suggestions. */
  kind: NameKind | undefined
  id?: string
  label?: string | undefined
  placeholder?: string
  value: string
  onChange: (value: string) => void
  /** Called when a name is picked or Enter is pressed. */
  onPick?: (name: string) => void
}

const calmMs = 200
const most = 8

export function Suggest({ kind, id, label, placeholder, value, onChange, onPick }: SuggestProps) {
  const names = useNames(kind, value)
  return (
    <Autocomplete.Root
      items={names}
      value={value}
      mode="none"
      filter={null}
      onValueChange={(next, { reason }) => {
        if (reason === 'item-press' && onPick) onPick(next)
        else onChange(next)
      }}
    >
      <Autocomplete.Input
        id={id}
        aria-label={label}
        className={styles.text}
        placeholder={placeholder}
        maxLength={200}
        autoComplete="off"
        onKeyDown={(event) => {
          const isChoosing = event.currentTarget.getAttribute('aria-activedescendant')
          if (event.key !== 'Enter' || event.ctrlKey || isChoosing || !onPick) return
          event.preventDefault()
          onPick(value)
        }}
      />
      <Autocomplete.Portal>
        <Autocomplete.Positioner className={popup.positioner} sideOffset={4} align="start">
          <Autocomplete.Popup className={popup.popup} hidden={names.length === 0}>
            <Autocomplete.List>
              {(name: string) => (
                <Autocomplete.Item key={name} value={name} className={popup.item}>
                  {name}
                </Autocomplete.Item>
              )}
            </Autocomplete.List>
          </Autocomplete.Popup>
        </Autocomplete.Positioner>
      </Autocomplete.Portal>
    </Autocomplete.Root>
  )
}

/** Searches names on the server, because there may be 100,000 of them. */
function useNames(kind: NameKind | undefined, typed: string): string[] {
  const words = useDebouncedText(typed.trim())
  const search = { pageSize: most, ...(words && { search: words }) }
  const asked = useQuery({
    ...(kind === 'people'
      ? apiQuery('/api/v1/people', { params: { query: { pageSize: most, search: words } } })
      : kind === 'genres'
        ? apiQuery('/api/v1/genres', { params: { query: search } })
        : kind === 'users'
          ? apiQuery('/api/v1/users', { params: { query: search } })
          : apiQuery('/api/v1/tags', { params: { query: search } })),
    enabled: kind !== undefined && words.length > 0,
  } as ReturnType<typeof apiQuery<'/api/v1/genres'>>)
  const found = (words && asked.data?.data) || []
  return (found as readonly ({ name: string } | { username: string })[]).map((one) =>
    'username' in one ? one.username : one.name,
  )
}

function useDebouncedText(value: string): string {
  const [calm, setCalm] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setCalm(value), calmMs)
    return () => clearTimeout(timer)
  }, [value])
  return calm
}
