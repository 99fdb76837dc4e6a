import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { afterAll } from 'vitest';

interface Claims {
  readonly email?: string;
  readonly email_verified?: boolean;
  readonly given_name?: string;
  readonly family_name?: string;
}

/**
 * An issuer modelled on Auth0: a slash at the end of its name, keys under /.well-known, bare access tokens.
 */
export async function openIssuer() {
  const { privateKey, publicKey } = await generateKeyPair('RS256');
  const key = { ...(await exportJWK(publicKey)), kid: 'one', alg: 'RS256', use: 'sig' };
  const people = new Map<string, Claims>();
  const server = createServer((request: IncomingMessage, response: ServerResponse) => {
    const send = (body: unknown, status = 200) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    const token = request.headers.authorization?.slice('Bearer '.length) ?? '';
    switch (request.url) {
      case '/.well-known/openid-configuration':
        return send({
          issuer: name,
          jwks_uri: `${name}.well-known/jwks.json`,
          userinfo_endpoint: `${name}userinfo`,
        });
      case '/.well-known/jwks.json':
        return send({ keys: [key] });
      case '/userinfo':
        return people.has(token) ? send(people.get(token)) : send({}, 401);
      default:
        return send({}, 404);
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const name = `http://127.0.0.1:${(server.address() as { port: number }).port}/`;
  afterAll(() => server.close());
  const sign = (
    subject: string,
    {
      audience = 'https://api.dayloom',
      issuer = name,
      with: signer = privateKey,
      signedInAt = null as string | null,
    } = {},
  ) =>
    new SignJWT(signedInAt ? { auth_time: Date.parse(signedInAt) / 1000 } : {})
      .setProtectedHeader({ alg: 'RS256', kid: 'one' })
      .setSubject(subject)
      .setIssuer(issuer)
      .setAudience([audience, `${name}userinfo`])
      .setExpirationTime(new Date('2026-11-17T00:00:00Z'))
      .sign(signer);
  return {
    name,
    sign,
    async person(subject: string, claims: Claims) {
      const token = await sign(subject);
      people.set(token, claims);
      return { auth0Uid: subject, headers: { authorization: `Bearer ${token}` } };
    },
  };
}
