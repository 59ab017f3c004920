import { useEffect } from 'react';
import { useTexts } from '../language.js';
import { Appearance } from './appearance.js';
import { EmailAddress } from './email-address.js';
import { Passkeys } from './passkeys.js';
import { Password } from './password.js';
import { Profile } from './profile.js';
import { Sessions } from './sessions.js';
import { texts } from './texts.js';
import './account.css';

/** The own account: each part is saved by itself. */
export default function Account() {
  const text = useTexts(texts);
  useEffect(() => {
    document.title = text.title;
  }, [text]);
  return (
    <main id="main" className="page own-account">
      <h1>{text.title}</h1>
      <Profile />
      <EmailAddress />
      <Appearance />
      <Password />
      <Passkeys />
      <Sessions />
    </main>
  );
}
