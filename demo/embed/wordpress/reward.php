<?php
/* Plugin Name: Reward */

// The page has no session, so a cache may keep it for everybody.
add_shortcode('reward', function () {
    wp_enqueue_script_module('widget', 'https://rewards.example/widget.js');
    wp_enqueue_script_module('reward', plugins_url('reward.js', __FILE__));
    return '<reward-redemption server="https://rewards.example"></reward-redemption>';
});

// For members who are signed in; no cache plugin keeps an answer of admin-ajax.php.
add_action('wp_ajax_reward_session', function () {
    $user = wp_get_current_user();
    $answer = wp_remote_post('https://rewards.example/v1/sessions', [
        'headers' => ['Authorization' => 'Bearer ' . REWARDS_SITE_KEY, 'Content-Type' => 'application/json'],
        'body' => wp_json_encode([
            // One a reward that was earned, here the campaign's: the same id leads back to the same reward.
            'order_id' => 'spring-' . $user->ID,
            'promotion_id' => REWARDS_PROMOTION,
            'user' => ['email' => $user->user_email, 'id' => (string) $user->ID],
        ]),
    ]);
    if (wp_remote_retrieve_response_code($answer) !== 201) wp_send_json(null, 502);
    $session = json_decode(wp_remote_retrieve_body($answer), true);
    wp_send_json(['session_token' => $session['data']['session_token']]);
});
