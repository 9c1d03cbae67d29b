/** Adds, renames or deletes a sharing tag. */
import { useState } from 'react'
import { readResponse, api } from '../../../api/client'
import { Button } from '../../../components/controls/button'
import { Field } from '../../../components/controls/field'
import { useChange } from '../../../components/use-change'
import { t } from '../../../i18n/i18n'
import { ChangesSheet } from '../shared/changes-sheet'
import { Confirm } from '../shared/confirm'
import styles from '../settings.module.css'

interface TagSheetProps {
  /** undefined: a new one. */
  tag: { id: string; name: string; description: string | null } | undefined
  onClose: () => void
}

export function TagSheet({ tag, onClose }: TagSheetProps) {
  const before = { name: tag?.name ?? '', description: tag?.description ?? '' }
  const [name, setName] = useState(before.name)
  const [description, setDescription] = useState(before.description)
  const save = useChange({
    once: true,
    act: () => saveTag(tag?.id, { name, description: description || null }),
    done: t('Saved'),
    stale: ['/api/v1/admin/sharing-tags'],
    onDone: onClose,
    quiet: true,
  })
  return (
    <ChangesSheet
      title={tag?.name ?? t('Add sharing tag')}
      isChanged={name !== before.name || description !== before.description}
      isComplete={name.trim() !== ''}
      save={save}
      onClose={onClose}
    >
      <Field
        name="name"
        label={t('Name')}
        value={name}
        maxLength={100}
        onInput={(event) => setName(event.currentTarget.value)}
      />
      <Field
        name="description"
        label={t('Description')}
        value={description}
        maxLength={1000}
        onInput={(event) => setDescription(event.currentTarget.value)}
      />
      {tag && <DeleteTag tag={tag} onClose={onClose} />}
    </ChangesSheet>
  )
}

async function saveTag(id: string | undefined, body: { name: string; description: string | null }) {
  if (id === undefined) return readResponse(api.POST('/api/v1/admin/sharing-tags', { body }))
  const params = { path: { tag_id: id } }
  return readResponse(api.PATCH('/api/v1/admin/sharing-tags/{tag_id}', { params, body }))
}

function DeleteTag({
  tag: { id, name },
  onClose,
}: {
  tag: { id: string; name: string }
  onClose: () => void
}) {
  const [isAsked, setAsked] = useState(false)
  const remove = useChange({
    act: () =>
      readResponse(
        api.DELETE('/api/v1/admin/sharing-tags/{tag_id}', { params: { path: { tag_id: id } } }),
      ),
    done: t('Deleted {name}', { name }),
    stale: ['/api/v1/admin/sharing-tags', '/api/v1/access-groups'],
    onDone: onClose,
  })
  return (
    <div className={styles.actions}>
      <Button variant="danger" small onClick={() => setAsked(true)}>
        {t('Delete sharing tag…')}
      </Button>
      {isAsked && (
        <Confirm
          title={t('Delete {name}?', { name })}
          action={t('Delete')}
          name={name}
          busy={remove.isPending}
          onClose={() => setAsked(false)}
          onConfirm={() => remove.mutate()}
        >
          <p>{t('It is taken off all series. What it hides becomes visible.')}</p>
        </Confirm>
      )}
    </div>
  )
}
