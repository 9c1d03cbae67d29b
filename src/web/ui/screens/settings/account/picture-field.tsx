/** Edits the user's own picture, or that of another account. */
import { useRef, useState } from 'react'
import { api, readResponse, type Schemas } from '../../../api/client'
import { Button } from '../../../components/controls/button'
import { FileInput } from '../../../components/controls/file-input'
import { getUpload } from '../../../components/cover-options/cover-options'
import { PersonFace } from '../../../components/entry/person-face'
import { UploadIcon } from '../../../components/icons'
import { useChange } from '../../../components/use-change'
import { t } from '../../../i18n/i18n'
import { startSession, useUser } from '../../../state/session/session'
import styles from '../settings.module.css'

type Person = Pick<Schemas['User'], 'id' | 'username' | 'pictureVersion'>

export function PictureField({ person }: { person: Person }) {
  const isMe = useUser()?.id === person.id
  const input = useRef<HTMLInputElement>(null)
  const [version, setVersion] = useState(person.pictureVersion)
  const change = useChange({
    once: true,
    act: async (file: File | null) => {
      await (isMe ? sendOwn(file) : send(person.id, file))
      if (isMe) startSession(await readResponse(api.GET('/api/v1/auth/me')))
      return file
    },
    done: t('Saved'),
    stale: ['/api/v1/users'],
    // The server assigns the actual version. This value only has to differ from the previous one.
    onDone: (file) => setVersion(file && String(Date.now())),
  })
  return (
    <div className={styles.actions}>
      <PersonFace person={{ ...person, pictureVersion: version }} size={64} />
      <Button icon={UploadIcon} busy={change.isPending} onClick={() => input.current?.click()}>
        {t('Choose image')}
      </Button>
      {version && (
        <Button disabled={change.isPending} onClick={() => change.mutate(null)}>
          {t('Remove picture')}
        </Button>
      )}
      <FileInput
        label={t('Choose image')}
        accept="image/*"
        input={input}
        onFiles={([file]) => change.mutate(file!)}
      />
    </div>
  )
}

const sendOwn = (file: File | null) =>
  readResponse(
    file ? api.POST('/api/v1/user/picture', getUpload(file)) : api.DELETE('/api/v1/user/picture'),
  )

function send(id: string, file: File | null) {
  const params = { path: { id } }
  return readResponse(
    file
      ? api.POST('/api/v1/users/{id}/picture', { params, ...getUpload(file) })
      : api.DELETE('/api/v1/users/{id}/picture', { params }),
  )
}
