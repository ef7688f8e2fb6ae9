import { IconUserCircle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import classes from './phone-thread.module.css';
import { readContact } from './read-contact.ts';

/** A picture, or a contact that the phone could save. Only the file says which. */
export function PhoneAttachment({ url }: { url: string }) {
  const [isPicture, setIsPicture] = useState(true);
  return isPicture ? (
    <img src={url} alt="Attachment" className={classes.picture} onError={() => setIsPicture(false)} />
  ) : (
    <PhoneContact url={url} />
  );
}

function PhoneContact({ url }: { url: string }) {
  const { data } = useQuery({
    queryKey: ['contact', url],
    queryFn: async ({ signal }) => readContact(await (await fetch(url, { signal })).text()),
    staleTime: Number.POSITIVE_INFINITY,
    meta: { quiet: true },
  });
  if (!data) return <p className={classes.body}>Attachment</p>;
  const { name, photo, details } = data;
  return (
    <div className={classes.contact}>
      {photo ? <img src={photo} alt="" /> : <IconUserCircle size={44} stroke={1} aria-hidden />}
      <div>
        <strong>{name}</strong>
        {details.map((detail) => (
          <div key={detail}>{detail}</div>
        ))}
      </div>
    </div>
  );
}
