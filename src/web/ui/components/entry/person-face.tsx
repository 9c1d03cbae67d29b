import { useState } from 'react'
import { buildUrl } from '../../api/client'
import { getPlaceholderColor } from '../covers/cover'

interface FaceProps {
  person: { id: string; username: string; pictureVersion: string | null }
  /** In pixels. */
  size: number
  /** Base path of the pictures, which is different before sign-in. */
  path?: string
}

/**
 * The picture of a person, or the first two letters of the username. It is decorative, because the
 * name is next to it.
 */
export function PersonFace({ person, size, path = 'api/v1/users' }: FaceProps) {
  const { id, username, pictureVersion: version } = person
  const [missing, setMissing] = useState<string>()
  const style = {
    width: size,
    height: size,
    font: `650 ${size * 0.42}px/1 var(--font-ui)`,
    borderRadius: '50%',
    display: 'grid',
    placeItems: 'center',
    flex: 'none',
    overflow: 'hidden',
    color: '#fff',
    background: getPlaceholderColor(id),
  } as const
  return (
    <b style={style} aria-hidden="true">
      {version && version !== missing ? (
        <img
          src={buildUrl(`${path}/${id}/picture?v=${version}`)}
          alt=""
          style={{ width: '100%', height: '100%', objectFit: 'cover' }}
          onError={() => setMissing(version)}
        />
      ) : (
        [...username].slice(0, 2).join('').toLocaleUpperCase()
      )}
    </b>
  )
}
