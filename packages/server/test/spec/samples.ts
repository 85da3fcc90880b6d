/** A certificate of an identity provider, created for these tests; its key does not exist any more. */
export const CERTIFICATE = `-----BEGIN CERTIFICATE-----
MIIDFzCCAf+gAwIBAgIUNGHIRStAT0CQiY9Y9oLC+kAMQn4wDQYJKoZIhvcNAQEL
BQAwGjEYMBYGA1UEAwwPaWRwLmV4YW1wbGUuY29tMCAXDTI2MTExNTAzNTg0MloY
DzIxMjYxMDIyMDM1ODQyWjAaMRgwFgYDVQQDDA9pZHAuZXhhbXBsZS5jb20wggEi
MA0GCSqGSIb3DQEBAQUAA4IBDwAwggEKAoIBAQCxVp7eNOI+/+0LM+g/KbLp8/W7
psgx39qgifbWxbnMkbCf7ySPyyhwGpDU/bB4w2kIp6ohOJgMzygdCJvKdX7CXwff
+dp1m30d8OvtqsW4Jb+nPbefNYdU/+7HENnst/HCMZ9N9NZhcKvFT/qrYmSkR6/R
RxSnsB2j67iZkoWvP+YI5GToxuuzSTlC8xTRmGW5RNzhBDlDONL2jv9cwghMxNxI
fb6T/JS8N0Z0ukgbamzg7SkinFR9YC06IS5w1fzm2OtcqBBkOcGBXRdxANTSX5mk
tx74ToapyqLvdc/9kHr/Wp9C4/8SAHU75Of81msDVCQ6huNgcRYGgbojAbWNAgMB
AAGjUzBRMB0GA1UdDgQWBBQH+O9Y8DA2vmOM6GpUwdKX/CyUGTAfBgNVHSMEGDAW
gBQH+O9Y8DA2vmOM6GpUwdKX/CyUGTAPBgNVHRMBAf8EBTADAQH/MA0GCSqGSIb3
DQEBCwUAA4IBAQA/baeQtQUCIMIjr5GfwMiFue9QX1F1PfaP9eMchlK0lBGmQFXV
rCNsEvgx+nCNIXHxCi5UbBao9RdeghQ5a/xRsiy1K6GdUj6fztYrfyGL2hlJJni5
QV6qVAg2NWKGB/2IfkiloqPijXuwBcWNoZMnivbYC90Tkuwseqbr3RnvTuA2iKoK
0aHYly1MZO720cm1nxmdCM6OkDkjt4zuLw1Ev8YrWrr+F3v58zjdtjiURvrr3AZ8
vL8XdFZ0TbafjPZKTPAUnbxF4CkoTXXI+SlNIPu347BhbGXLae2LUHTiwDXq0i2k
iOckyFp+u9j8TyXrQGWTZQfxKh0qfHsPBRgE
-----END CERTIFICATE-----
`;

export const SAML = {
    enabled: true,
    entityId: 'https://idp.example.com',
    signOnUrl: 'https://idp.example.com/sso',
    certificate: CERTIFICATE,
};

export const OIDC = {
    enabled: true,
    discoverUrl: 'https://idp.example.com/.well-known/openid-configuration',
    clientId: 'halyard',
    secret: 's3cret',
};
