/** Adds, renames or deletes a sharing tag. */
import { useState } from 'react'
import { readResponse, api } from '../../../api/client'
import { Field } from '../../../components/controls/field'
import { useChange } from '../../../components/use-change'
import { t } from '../../../i18n/i18n'
import { ChangesSheet } from '../shared/changes-sheet'
import { DeleteByName } from './delete-by-name'

interface TagSheetProps {
  /** undefined for a new tag. */
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
      {tag && (
        <DeleteByName
          name={tag.name}
          words={t('Delete sharing tag…')}
          act={() => deleteTag(tag.id)}
          stale={['/api/v1/admin/sharing-tags', '/api/v1/access']}
          onDone={onClose}
        >
          {t(
            'The tag will be removed from all series. Series hidden only by this tag will become visible.',
          )}
        </DeleteByName>
      )}
    </ChangesSheet>
  )
}

async function saveTag(id: string | undefined, body: { name: string; description: string | null }) {
  if (id === undefined) return readResponse(api.POST('/api/v1/admin/sharing-tags', { body }))
  const params = { path: { tag_id: id } }
  return readResponse(api.PATCH('/api/v1/admin/sharing-tags/{tag_id}', { params, body }))
}

const deleteTag = (id: string) =>
  readResponse(
    api.DELETE('/api/v1/admin/sharing-tags/{tag_id}', { params: { path: { tag_id: id } } }),
  )
