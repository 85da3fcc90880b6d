import type { SnippetName } from '../welcome/snippets.ts';

/** An outcome that an application sends. */
export interface OutcomeLine {
    /** Where outcomes are sent, with the path for this kind of token. */
    url: string;
    token: string;
    /** The name of the outcome; `seen` says that a user was there. */
    name: string;
    /** The value, if the outcome has one. */
    value?: number;
}

type Write = (line: OutcomeLine) => string;

const members = ({ name, value }: OutcomeLine, unit: string) =>
    `name: '${name}', unit: ${unit}${value === undefined ? '' : `, value: ${value}`}`;

const javascript: Write = (line) => `await fetch('${line.url}', {
    method: 'POST',
    headers: { Authorization: '${line.token}', 'Content-Type': 'application/json' },
    body: JSON.stringify({ outcomes: [{ ${members(line, 'userId')} }] }),
});`;

/** The body as JSON, in a language in which `unit` is formatted into it. */
const json = ({ name, value }: OutcomeLine, unit: string) =>
    `{"outcomes":[{"name":"${name}","unit":"${unit}"${value === undefined ? '' : `,"value":${value}`}}]}`;

const escaped = (text: string) => text.replaceAll('"', '\\"');

/** The code that sends an outcome, for each SDK of the welcome page. None needs a library. */
export const OUTCOME_LINES: Record<SnippetName, Write> = {
    node: javascript,
    nextjs: javascript,
    javascript,
    react: javascript,
    'react-native': javascript,
    vue: javascript,
    svelte: javascript,
    openfeature: javascript,
    'openfeature-web': javascript,
    curl: (line) => `curl -X POST '${line.url}' \\
    -H 'Authorization: ${line.token}' -H 'Content-Type: application/json' \\
    -d '${json(line, 'ada')}'`,
    java: (line) => `HttpClient.newHttpClient().send(
    HttpRequest.newBuilder(URI.create("${line.url}"))
        .header("Authorization", "${line.token}")
        .header("Content-Type", "application/json")
        .POST(BodyPublishers.ofString("${escaped(json(line, '%s'))}".formatted(userId)))
        .build(),
    BodyHandlers.discarding());`,
    python: ({ url, token, name, value }) => `requests.post(
    "${url}",
    headers={"Authorization": "${token}"},
    json={"outcomes": [{"name": "${name}", "unit": user_id${value === undefined ? '' : `, "value": ${value}`}}]},
)`,
    go: (line) => `request, _ := http.NewRequest("POST", "${line.url}",
    strings.NewReader(fmt.Sprintf(\`${json(line, '%s')}\`, userID)))
request.Header.Set("Authorization", "${line.token}")
request.Header.Set("Content-Type", "application/json")
http.DefaultClient.Do(request)`,
    dotnet: ({
        url,
        token,
        name,
        value,
    }) => `http.DefaultRequestHeaders.TryAddWithoutValidation("Authorization", "${token}");
await http.PostAsJsonAsync("${url}",
    new { outcomes = new[] { new { name = "${name}", unit = userId${value === undefined ? '' : `, value = ${value}`} } } });`,
    ruby: ({ url, token, name, value }) => `Net::HTTP.post(
  URI('${url}'),
  { outcomes: [{ name: '${name}', unit: user_id${value === undefined ? '' : `, value: ${value}`} }] }.to_json,
  'Authorization' => '${token}', 'Content-Type' => 'application/json'
)`,
    php: ({ url, token, name, value }) => `(new GuzzleHttp\\Client())->post('${url}', [
    'headers' => ['Authorization' => '${token}'],
    'json' => ['outcomes' => [['name' => '${name}', 'unit' => $userId${value === undefined ? '' : `, 'value' => ${value}`}]]],
]);`,
    rust: ({ url, token, name, value }) => `reqwest::Client::new()
    .post("${url}")
    .header("Authorization", "${token}")
    .json(&serde_json::json!({ "outcomes": [{ "name": "${name}", "unit": user_id${value === undefined ? '' : `, "value": ${value}`} }] }))
    .send()
    .await?;`,
    android: (line) => `OkHttpClient().newCall(
    Request.Builder()
        .url("${line.url}")
        .header("Authorization", "${line.token}")
        .post("""${json(line, '$userId')}""".toRequestBody("application/json".toMediaType()))
        .build(),
).execute()`,
    ios: (line) => `var request = URLRequest(url: URL(string: "${line.url}")!)
request.httpMethod = "POST"
request.setValue("${line.token}", forHTTPHeaderField: "Authorization")
request.setValue("application/json", forHTTPHeaderField: "Content-Type")
request.httpBody = Data(#"${json(line, '\\#(userId)')}"#.utf8)
_ = try await URLSession.shared.data(for: request)`,
    flutter: ({ url, token, name, value }) => `await http.post(
  Uri.parse('${url}'),
  headers: {'Authorization': '${token}', 'Content-Type': 'application/json'},
  body: jsonEncode({'outcomes': [{'name': '${name}', 'unit': userId${value === undefined ? '' : `, 'value': ${value}`}}]}),
);`,
};
