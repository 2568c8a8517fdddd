<?php
// php -S 127.0.0.1:$PORT backend.php (PHP 8.0 or newer); the settings and routes are those of README.md.
preg_match_all('/whsec_(\S+)/', (string) getenv('WEBHOOK_SECRET'), $secrets);
define('KEYS', array_map('base64_decode', $secrets[1]));
const TOLERANCE_SECONDS = 300, TOKEN_SERVER_LIMIT_SECONDS = 10;
// A real site takes the user from its login, and the rest from its own records, never from the page. An order is named after what was
// earned or paid for, once: the same name leads to the same reward.
const USER = ['email' => 'member@example.com'], FIRST_ORDER = 'purchase-1042', PROMOTION = '4001', POINTS = 100, EARNED = 1000;

function ask(string $method, string $path, ?array $body, callable $show): array {
    $answer = @file_get_contents(getenv('REWARDS_URL') . $path, false, stream_context_create(['http' => [
        'method' => $method, 'ignore_errors' => true, 'timeout' => TOKEN_SERVER_LIMIT_SECONDS,
        'header' => ['Authorization: Bearer ' . getenv('SITE_KEY'), 'Content-Type: application/json'],
        'content' => $body === null ? '' : json_encode($body),
    ]]));
    if ($answer === false) return [502, ''];
    $status = (int) explode(' ', $http_response_header[0])[1];
    return $status >= 300 ? [502, $answer] : [200, json_encode($show(json_decode($answer, true)['data']))];
}

function is_genuine(string $body): bool {
    [$id, $time, $given] = array_map(fn($name) => $_SERVER["HTTP_WEBHOOK_$name"] ?? '', ['ID', 'TIMESTAMP', 'SIGNATURE']);
    if (!ctype_digit($time) || abs(time() - (int) $time) > TOLERANCE_SECONDS) return false;
    foreach (KEYS as $key) {
        $expected = 'v1,' . base64_encode(hash_hmac('sha256', "$id.$time.$body", $key, true));
        foreach (explode(' ', $given) as $signature) if (hash_equals($expected, $signature)) return true;
    }
    return false;
}

// What is booked, by order, in a file, because PHP forgets all between two requests. A real site keeps it in its database,
// and books sequence and points in one transaction.
// Points follow the newest state: a delivery that comes twice, or after a newer one, changes nothing; `processing` says nothing yet.
function booked(array $event = [], ?string $reserved = null): array {
    $file = fopen(sys_get_temp_dir() . '/booked-' . getenv('PORT') . '.json', 'c+');
    flock($file, LOCK_EX);
    $booked = json_decode(stream_get_contents($file), true) ?? [];
    [$order, $sequence] = [$event['order_id'] ?? '', $event['sequence'] ?? 0];
    if ($sequence > ($booked[$order]['sequence'] ?? 0) && $event['state'] !== 'processing') {
        $booked[$order] = ['sequence' => $sequence, 'points' => $event['state'] === 'redeemed' ? POINTS : 0];
        store($file, $booked);
    }
    // Asked before a confirmation is stored, perhaps twice for the same one: the points are reserved, once an order.
    $others = array_sum(array_column(array_diff_key($booked, [$reserved => 0]), 'points'));
    if ($reserved !== null && $others + POINTS <= EARNED) {
        $booked[$reserved] = ['sequence' => $booked[$reserved]['sequence'] ?? 0, 'points' => POINTS];
        store($file, $booked);
    }
    return $booked;
}

function store($file, array $booked): void {
    rewind($file);
    fwrite($file, json_encode($booked)) && ftruncate($file, ftell($file));
}

function authorize(array $asked): array {
    $order = $asked['order_id'];
    if ((booked([], $order)[$order]['points'] ?? 0) > 0) return ['decision' => 'allow'];
    return ['decision' => 'deny', 'reason' => 'You do not have enough points.'];
}

function answer(string $route, string $body): array {
    if (preg_match('~^POST /reward-session(?:\?order=([\w.-]{1,64}))?$~D', $route, $found)) {
        $order = ['order_id' => $found[1] ?? FIRST_ORDER, 'promotion_id' => PROMOTION, 'user' => USER];
        return ask('POST', '/v1/sessions', $order, fn($data) => ['session_token' => $data['session_token']]);
    }
    if (preg_match('~^GET /orders/([\w.-]{1,64})$~D', $route, $found)) {
        $points = booked()[$found[1]]['points'] ?? 0;
        $show = fn($data) => ['order_id' => $found[1], 'state' => $data['state'], 'points' => $points];
        return ask('GET', "/v1/orders/$found[1]", null, $show);
    }
    if (!preg_match('~^POST /(webhooks|authorize)$~D', $route, $found)) return [404, ''];
    if (!is_genuine($body)) return [400, ''];
    $data = json_decode($body, true)['data'];
    if ($found[1] === 'authorize') return [200, json_encode(authorize($data))];
    booked($data);
    return [204, ''];
}

[$status, $text] = answer("$_SERVER[REQUEST_METHOD] $_SERVER[REQUEST_URI]", file_get_contents('php://input'));
http_response_code($status);
header('Content-Type: application/json');
header('Cache-Control: no-store');
echo $text;
